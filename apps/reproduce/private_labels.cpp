// SPDX-License-Identifier: MIT
#include "reproduce/learning_experiments.hpp"
namespace edgeldp::cli { 
void run_label_table_3(const reproduce_arguments&, notebook&) {}
void run_label_table_4(const reproduce_arguments&, notebook&) {}
void run_label_table_5(const reproduce_arguments&, notebook&) {}
void run_label_table_6(const reproduce_arguments&, notebook&) {}
}
