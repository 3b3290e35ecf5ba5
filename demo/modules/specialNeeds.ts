import type { DemoPart } from '../demoPart.ts'

/** The populations for which units are set aside. */
const populationsSql = `(array['Chronic mental illness', 'Developmental or physical disability', 'Homeless', 'Veterans', 'Youth aging out of care'])`

/** SQL: the units that each property with special-needs units sets aside. */
const setAsideSql = `
  insert into special_needs_set_aside (property_id, population, units, note)
  select property_id, ${populationsSql}[1 + property_id % 5], sum(special_needs_count), 'Demonstration'
  from property_room_type where special_needs_count > 0 group by property_id`

/** SQL: vacated units that are reserved for referred households, at every fourth property. */
const holdsSql = `
  insert into special_needs_hold (property_id, unit, population, vacated_on, notified_on, hold_until, referred_on, filled_on, filled_with)
  select s.property_id, (100 + s.property_id % 8)::text, s.population, h.vacated, h.vacated + 2, h.vacated + 32,
    case when h.filled is not null then h.vacated + 9 end, h.filled, case when h.filled is not null then 'Referred household' end
  from (select *, row_number() over (order by property_id) as place from special_needs_set_aside) s
  cross join lateral (values ($1::date - (10 + s.place * 7 % 30)::integer, null::date), ($1::date - 200, $1::date - 180)) h (vacated, filled)
  where s.place % 4 = 0`

/** SQL: the assisted units of properties in Rural Development or Section 8 programs. */
const assistanceSql = `
  insert into additional_assistance (property_id, assistance_type_id, units, note)
  select p.property_id, case when f.name like 'Rural%' then 4 else 1 end, greatest(1, p.total_units / 2), 'Demonstration'
  from property p join lateral (select t.name from property_federal_type x join federal_type t using (federal_type_id)
    where x.property_id = p.property_id and (t.name like 'Rural Development 515%' or t.name like 'Section 8%') order by t.name limit 1) f on true
  where p.total_units > 0`

/** SQL: the characteristics of properties. Each applies to about one property in eight. */
const characteristicsSql = `
  insert into property_characteristic (property_id, characteristic_type_id)
  select p.property_id, t.characteristic_type_id from property p join characteristic_type t on (hashtext(p.property_id || t.name) & 7) = 0
  where p.status_id = 0`

/** Loads units set aside for special needs, with further facts about properties. */
export default {
  after: ['properties', 'tasks'],
  load: async ({ client, day }) => {
    await client.query(setAsideSql)
    await client.query(holdsSql, [day])
    await client.query(assistanceSql)
    await client.query(characteristicsSql)
  },
} satisfies DemoPart
