-- The finding that a matter of a resident opened, or was linked to. The finding itself says nothing of the matter.
alter table resident_relations add column non_compliance_id integer references non_compliance;
create index resident_relations_finding on resident_relations (non_compliance_id) where non_compliance_id is not null;
