import type { DemoPart } from '../demoPart.ts'

/**
 * SQL: replaces the allocation of every fourth property by one for each building, as in Form 8609. It
 * applies to properties with one allocation and several buildings. The BINs are invented.
 */
const creditsByBuildingSql = `
  with whole as (
    select min(c.credit_allocation_id) as credit_allocation_id from credit_allocation c
    group by c.property_id having count(*) = 1 and c.property_id % 4 = 0
      and (select count(*) from property_building b where b.property_id = c.property_id) > 1
  ), removed as (
    delete from credit_allocation c using whole w where c.credit_allocation_id = w.credit_allocation_id returning c.*
  )
  insert into credit_allocation (property_id, bin, lihtc_number, credit, allocated_year, set_aside, first_credit_year, extended_use_years, note)
  select c.property_id, b.bin, c.lihtc_number, c.credit, c.allocated_year, c.set_aside, c.first_credit_year, c.extended_use_years, c.note
  from removed c join property_building b using (property_id) order by c.property_id, b.bin`

/** Divides some credit allocations among the buildings of the property. */
export default {
  after: ['namesAndPartners', 'inspections'],
  load: async ({ client }) => {
    await client.query(creditsByBuildingSql)
  },
} satisfies DemoPart
