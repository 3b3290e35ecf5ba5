import type { DemoPart } from '../demoPart.ts'

/**
 * SQL: five invented properties of the market for each unit size of a request, with rents near the requested
 * rent.
 */
const comparableRentsSql = `
  insert into comparable_rent (rent_increase_request_header_id, property_id, position, name, address, distance_miles, year_built, bedrooms,
    square_feet, rent, utilities_included, amenities, occupancy_percent, concession, adjustment, source, surveyed_on)
  select s.id, s.property_id, n, c.name, (100 * n + s.id) || ' ' || c.street, round(0.4 * n + 0.3, 1), 1978 + 7 * n, s.bedrooms,
    550 + 190 * s.bedrooms + 15 * n, round(s.asked * c.part), case when n % 2 = 0 then 'Water, sewer, trash' end,
    case when n > 2 then 'Laundry, playground' else 'Laundry' end, 100 - 2 * n, case when n = 5 then 25 end,
    case when n = 1 then 15 when n = 4 then -20 end, case when n % 2 = 0 then 'Leasing office, by telephone' else 'Listing on the web' end,
    s.begun - 10 - n
  from (select h.rent_increase_request_header_id as id, h.property_id, b.bedrooms, max(l.requested_rent) as asked, h.created_at::date as begun
    from rent_increase_request_header h join room_rent_increase_request l using (rent_increase_request_header_id)
    join property_room_type r on r.project_room_type_id = l.project_room_type_id join room_type b on b.room_type_id = r.room_type_id
    where h.status_id >= 2 and (h.rent_increase_request_header_id % 2 = 1 or h.rent_increase_type_id = 2) group by 1, 2, 3, 5) s
  cross join (values (1, 'Willow Walk Apartments', 'Walnut Street', 0.98), (2, 'Stonegate Commons', 'Main Street', 1.04),
    (3, 'Fairview Flats', 'Fairview Road', 1.07), (4, 'Lakeside Terrace', 'Lake Drive', 1.12), (5, 'Prairie Crossing', 'Business Loop', 1.18)) as c (n, name, street, part)
  order by 1, s.bedrooms, n`

/** Loads comparable rents of every second request that was filed, and of those that are based on a budget. */
export default {
  after: ['rentIncrease'],
  load: async ({ client }) => {
    await client.query(comparableRentsSql)
  },
} satisfies DemoPart
