/* SPDX-License-Identifier: MIT
 *
 * A client of a collection in C: it reads what a collector published from a folder, and writes its
 * message into a file. Over a network two functions would be others.
 *   take_part PUBLISHED MESSAGE STATE                            goes on
 *   take_part PUBLISHED MESSAGE STATE NAME TOKEN CONTACT...      joins first
 */
#include <edgeldp/client/participant.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

/* The bytes of a file, to be freed; NULL where there is none. */
static void* read_whole(const char* path, size_t* size) {
  FILE* const file = fopen(path, "rb");
  *size = 0;
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  const long length = ftell(file);
  rewind(file);
  void* const bytes = malloc(length > 0 ? (size_t)length : 1);
  if (bytes != NULL && length > 0) *size = fread(bytes, 1, (size_t)length, file);
  fclose(file);
  return bytes;
}

/* Beside the file and then in its place, so that there is always a whole one. */
static int write_whole(const char* path, const void* bytes, size_t size) {
  char beside[4096];
  snprintf(beside, sizeof beside, "%s.new", path);
  FILE* const file = fopen(beside, "wb");
  if (file == NULL) return -1;
  const int is_whole = fwrite(bytes, 1, size, file) == size;
  if (fclose(file) != 0 || !is_whole) return -1;
  return rename(beside, path);
}

static int append_to(const char* path, const void* bytes, size_t size) {
  FILE* const file = fopen(path, "ab");
  if (file == NULL) return -1;
  const int is_whole = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && is_whole ? 0 : -1;
}

/* [shown] */
static int take_part(edgeldp_participant* me, const char* published, const char* message, const char* state) {
  size_t size = 0;
  const void* bytes = NULL;
  void* found = NULL;
  char path[4096];
  for (;;) switch (edgeldp_next(me)) {
      case EDGELDP_FETCH: /* also what it does not need: what is asked for must tell nobody anything */
        snprintf(path, sizeof path, "%s/%s", published, edgeldp_path(me, NULL));
        found = read_whole(path, &size);
        edgeldp_give(me, found, size, found != NULL);
        free(found);
        break;
      case EDGELDP_KEEP: /* before a byte goes out */
        bytes = edgeldp_bytes(me, &size);
        if (write_whole(state, bytes, size) != 0) return perror(state), 3;
        edgeldp_kept(me);
        break;
      case EDGELDP_ANSWER:
        edgeldp_answer(me, (int64_t)time(NULL));
        break;
      case EDGELDP_SEND: /* a folder has no moment; over a network, wait until edgeldp_due() */
        bytes = edgeldp_bytes(me, &size);
        if (write_whole(message, bytes, size) != 0) return perror(message), 3;
        printf("%s: %zu bytes, epsilon %.4g so far\n", edgeldp_round(me), size, edgeldp_spent(me));
        return 0;
      case EDGELDP_ACCOUNT: /* a program with several states has one for all of them, and a lock */
        snprintf(path, sizeof path, "%s.account", state);
        found = read_whole(path, &size);
        if (edgeldp_give_account(me, found, size, (int64_t)time(NULL)) != 0)
          return fprintf(stderr, "%s\n", edgeldp_why(me)), 2;
        free(found);
        break;
      case EDGELDP_ENTER: /* records are only ever added */
        bytes = edgeldp_bytes(me, &size);
        snprintf(path, sizeof path, "%s.account", state);
        if (append_to(path, bytes, size) != 0) return perror(path), 3;
        edgeldp_kept(me);
        break;
      case EDGELDP_WAIT:
        puts("nothing to say");
        return 0;
      case EDGELDP_OVER:
        puts("over");
        return 0;
      default:
        fprintf(stderr, "%s\n", edgeldp_why(me));
        return 2;
    }
}
/* [end] */

int main(int count, char** words) {
  if (count != 4 && count < 6) {
    fprintf(stderr, "take_part PUBLISHED MESSAGE STATE [NAME TOKEN CONTACT...]\n");
    return 2;
  }
  umask(077); /* the state holds the list, and secrets */
  edgeldp_participant* me = NULL;
  if (count == 4) {
    size_t size = 0;
    void* const state = read_whole(words[3], &size);
    me = edgeldp_open(state, size);
    free(state);
  } else {
    const struct edgeldp_joining who = {.name = words[4],
                                        .token = words[5],
                                        .contacts = (const char* const*)(words + 6),
                                        .contact_count = (size_t)(count - 6),
                                        .has_account = 1};
    me = edgeldp_join(&who);
  }
  const int status = take_part(me, words[1], words[2], words[3]);
  edgeldp_close(me);
  return status;
}
