-- When the owner was last reminded of a finding that waits for an answer.
alter table inspection_finding add column reminded_on date;
