-- Applications for certification are filed records. The company of record takes the place of the name that was kept
-- beside each: a company that was merged since keeps its own.

alter table management_company_asset_certification disable trigger audit;
alter table management_company_asset_certification add column filed_company_id integer references management_company;
update management_company_asset_certification a set filed_company_id = coalesce(
  (select min(c.management_company_id) from management_company c where c.alias_of = a.management_company_id and c.name = a.filed_as),
  a.management_company_id);
alter table management_company_asset_certification enable trigger audit;
alter table management_company_asset_certification
  drop column filed_as,
  drop constraint management_company_asset_certification_status_id_check;
select kernel.reviewed('management_company_asset_certification', 'management_company_asset_certification_id', 7);
update status_history set action = 'expire' where entity = 'ManagementCompanyAssetCertification' and action = 'Expired';
