/* SPDX-License-Identifier: MIT
 *
 * One person's side of a collection for C, and for whatever calls C: bytes go in, bytes come out.
 * It is edgeldp/client/participant.hpp, which says more of each step.
 *
 *     edgeldp_participant* me = edgeldp_join(&who);
 *     for (;;) switch (edgeldp_next(me)) {
 *       case EDGELDP_FETCH:  ... edgeldp_give(me, bytes, size, found); break;
 *       case EDGELDP_KEEP:   ... edgeldp_kept(me); break;
 *       case EDGELDP_ACCOUNT: ... edgeldp_give_account(me, records, size, time(NULL)); break;
 *       case EDGELDP_ENTER:  ... edgeldp_kept(me); break;
 *       case EDGELDP_ANSWER: edgeldp_answer(me, time(NULL)); break;
 *       case EDGELDP_SEND:   ... edgeldp_said(me, problem); break;
 *       case EDGELDP_WAIT:   ... edgeldp_look(me); break;
 *       default: return;
 *     }
 *
 * Texts are UTF-8 and end with a zero byte. What a function returns belongs to the participant, and
 * lasts until the next call with it. A null participant is answered by EDGELDP_ERROR, 0 or NULL.
 * One thread at a time for each participant.
 */
#ifndef EDGELDP_CLIENT_PARTICIPANT_H
#define EDGELDP_CLIENT_PARTICIPANT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct edgeldp_participant edgeldp_participant;

enum edgeldp_request {
  EDGELDP_ERROR = -1, /* edgeldp_why() says what is wrong; nothing was said to anybody */
  EDGELDP_FETCH = 0,  /* edgeldp_path() below the collector's address, then edgeldp_give() */
  EDGELDP_KEEP = 1,   /* edgeldp_bytes() where they survive, then edgeldp_kept() */
  EDGELDP_ANSWER = 2, /* edgeldp_answer() */
  EDGELDP_SEND = 3,   /* edgeldp_bytes() at edgeldp_due(), then edgeldp_said() */
  EDGELDP_WAIT = 4,   /* edgeldp_look() after edgeldp_pause() */
  EDGELDP_OVER = 5,   /* the collection is over for this person */
  EDGELDP_ENDED = 6,  /* this person takes no part any more: edgeldp_why() */
  /* With a personal account alone, several times in a collection. ACCOUNT: take a lock that all
   * programs of this person share, and hand over all records by edgeldp_give_account(). ENTER: keep
   * edgeldp_bytes() as one more record, never changed, then edgeldp_kept(). Let the lock go as soon
   * as anything but ACCOUNT, ENTER, KEEP and ANSWER is said. */
  EDGELDP_ACCOUNT = 7,
  EDGELDP_ENTER = 8
};

struct edgeldp_joining {
  const char* name;
  const char* token;           /* 32 digits 0 to 9, a to f */
  const char* const* contacts; /* names */
  size_t contact_count;
  const char* const* values; /* one for each attribute of the task; NULL where there is none */
  size_t value_count;
  double ceiling;         /* epsilon; 0: 4, or none where there is one by the year */
  const char* task;       /* its digest; NULL: whichever is there */
  const uint64_t* seed;   /* replayed coins, for a simulated task: NOT private; NULL otherwise */
  int has_account;        /* 1: a personal account pays, and `ceiling` is of all collections in it */
  double ceiling_by_year; /* of all collections in any 365 days; 0: none */
  /* "half" or "quarter" of each budget, where edgeldp_task_lets_choose(); NULL: all. Everybody learns
   * it: it is chosen before the list is read, and does not follow from it. */
  const char* at_most;
};

/* Never NULL but without memory: what is wrong is said by edgeldp_next() and edgeldp_why(). */
edgeldp_participant* edgeldp_join(const struct edgeldp_joining* who);
/* From the bytes that were kept. */
edgeldp_participant* edgeldp_open(const void* state, size_t size);
/* Wipes nothing that is on a disk. NULL is allowed. */
void edgeldp_close(edgeldp_participant* me);

/* What it needs: one of edgeldp_request, the same until it was done. */
int edgeldp_next(edgeldp_participant* me);

/* most: gets how many bytes there may be; NULL is allowed. */
const char* edgeldp_path(const edgeldp_participant* me, uint64_t* most);
/* found: 0 where the collector says that nothing is there (404). */
void edgeldp_give(edgeldp_participant* me, const void* bytes, size_t size, int found);
/* The same without a copy, for who has a disk and maps a file: the bytes stay as they are until they
 * are given back by release(context), once, be it before this returns. */
void edgeldp_give_held(edgeldp_participant* me, const void* bytes, size_t size,
                       void (*release)(void* context), void* context);

/* The same of bytes that lie elsewhere, for who can neither spare the memory nor map a file: read()
 * copies `size` of them from `at` on to `to`, and returns 0, or another number where it cannot. It is
 * called for parts of 64 kB, one behind another and several times, until they are given back by
 * release(context), once, be it before this returns. Bytes that change in between are noticed, and
 * fetched again. */
void edgeldp_give_parts(edgeldp_participant* me, uint64_t size,
                        int (*read)(void* context, uint64_t at, void* to, size_t size),
                        void (*release)(void* context), void* context);

/* records: all that were kept, one behind another. Returns 0, or -1 for what is damaged. */
int edgeldp_give_account(edgeldp_participant* me, const void* records, size_t size, int64_t now);

/* A record, the state or the message. */
const void* edgeldp_bytes(const edgeldp_participant* me, size_t* size);
void edgeldp_kept(edgeldp_participant* me);

/* now: in seconds since 1970. */
void edgeldp_answer(edgeldp_participant* me, int64_t now);
/* Milliseconds from when EDGELDP_ANSWER was first said, or EDGELDP_SEND where it was not, to when the
 * message goes out; made: when the answer was there and kept, counted so. */
int64_t edgeldp_due(const edgeldp_participant* me, int64_t made);
/* problem: NULL or empty where the message was taken, or was there already (200). */
void edgeldp_said(edgeldp_participant* me, const char* problem);

/* Milliseconds. */
int64_t edgeldp_pause(const edgeldp_participant* me);
void edgeldp_look(edgeldp_participant* me);

/* Takes no part any more, for good. Returns 0, or -1 for who has not joined yet. */
int edgeldp_leave(edgeldp_participant* me);

const char* edgeldp_why(const edgeldp_participant* me);
const char* edgeldp_round(const edgeldp_participant* me);
/* Epsilon so far. */
double edgeldp_spent(const edgeldp_participant* me);
/* Epsilon that a task costs at most, and one contact by both its ends together: to be shown before
 * a person joins. Returns 0, or -1 for bytes that are no task. */
int edgeldp_task_costs(const void* task_json, size_t size, double* person, double* relationship);
/* 1 where a person may spend a half or a quarter of each budget, 0 where all spend the same, -1 for
 * bytes that are no task. */
int edgeldp_task_lets_choose(const void* task_json, size_t size);

/* What all collections in an account cost, for ever and in the last 365 days, and one contact by both
 * its ends. Returns how many there are, or -1 for what is damaged. */
int64_t edgeldp_account_costs(const void* records, size_t size, int64_t now, double* ever, double* last_year,
                              double* relationship);

#ifdef __cplusplus
}
#endif

#endif
