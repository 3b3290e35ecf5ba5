-- HUD's figures hold from a day of their own, which is named after another year than it lies in or begins in the course of
-- one. Without a day, income limits hold from April 1 of their fiscal year and fair market rents from October 1 before it.
alter table income_limit add column effective_date date;
alter table fair_market_rent add column effective_date date;
