-- Lists and reports stand in the order of the properties' names. Read in this order, the first rows of a long one leave at once;
-- otherwise all of it is sorted first (1.5 s for 180,000 months, 0.1 s with this index).
create index property_in_order on property (name);
