-- Two persons decide on utility allowances, too, where the agency has said so.
insert into kernel.control_setting values ('utility_allowance_two_person');
