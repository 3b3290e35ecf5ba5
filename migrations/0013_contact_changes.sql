-- Requests to change contacts are filed records: of a property, or of a management company as such.

alter table contact_change_request add column filed_company_id integer references management_company;
alter table contact_change_request disable trigger audit;
update contact_change_request r set filed_company_id = coalesce(
  (select min(c.management_company_id) from management_company c where c.alias_of = r.management_company_id and c.name = r.filed_for),
  r.management_company_id,
  (select p.management_company_id from property p where p.property_id = r.property_id));
alter table contact_change_request enable trigger audit;
-- The company of record takes the place of the name that was kept: a company that was merged since keeps its own.
alter table contact_change_request drop column filed_for;
drop index contact_change_request_status;
select kernel.reviewed('contact_change_request', 'contact_change_request_id', 6);

alter table contact_change add column client_key uuid, add unique (contact_change_request_id, client_key);
select kernel.reviewed_lines('contact_change', 'contact_change_request', 'contact_change_request_id');
alter table contact_change disable trigger audit;
update contact_change l set filed_company_id = r.filed_company_id
  from contact_change_request r where r.contact_change_request_id = l.contact_change_request_id;
alter table contact_change enable trigger audit;
