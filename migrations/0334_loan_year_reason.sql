-- Why the booked figures of a loan's year were corrected.
alter table loan_year add column note text;
