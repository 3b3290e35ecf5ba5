-- Credits are allocated building by building (Form 8609): an allocation may name the building that it is of.
alter table credit_allocation add column bin text,
  add foreign key (property_id, bin) references property_building (property_id, bin) on update cascade;
create index on credit_allocation (property_id, bin);
