import type { Seeder } from '../seeders.ts'

/**
 * Seeds an approved record of 2013, which the company may read, and a draft that can be submitted, each with
 * its lines.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `with place as (select z.zip, z.city, c.name as county from zip_code z join county c using (county_id) where z.city is not null order by z.zip limit 1),
    record as (insert into program2013 (property_id, year, record_type, status_id, project_number, project_name, city, county, zip, units, vacancy_percent,
        comments, totals, submitted, decided, created_by)
      select $1, 2001 + (select count(distinct year)::integer from program2013 where property_id = $1), r.type, r.status, $2 || '-1', $2 || ' project', p.city, p.county, p.zip, 48, 7, $2 || ' comments',
        '{"grossPotentialRent":372000,"otherIncome":0,"expenses":90000,"reserveDeposits":0,"debtService":75600}',
        case when r.status = 5 then now() end, case when r.status = 5 then now() end, 1
      from (values ('Firm', 5), ('Final', 1)) r (type, status) left join place p on true returning program2013_id),
    categories as (insert into statement_category_amount (program2013_id, property_id, code, position, amount, note)
      select program2013_id, $1, code, substr(code, 2)::integer, amount, $2 || ' note' from record, (values ('I01', 372000), ('E11', 90000)) l (code, amount)),
    employees as (insert into program2013_employee_type (program2013_id, property_id, employee_type, employees, hours, salary, benefits)
      select program2013_id, $1, 'Manager', 2, 40, 40000, 5000 from record)
    insert into program2013_debt (program2013_id, property_id, lender, debt_type, lien, amount, rate, annual_debt_service)
      select program2013_id, $1, $2 || ' Bank', 'Permanent', 1, 1000000, 5, 75600 from record`,
    [propertyId, marker],
  )
}
