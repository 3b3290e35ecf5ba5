-- What was approved on a statement beyond what it allows since it was decided again: to be repaid.
alter table computation_of_distributions add column to_repay numeric(14,2) check (to_repay >= 0);
