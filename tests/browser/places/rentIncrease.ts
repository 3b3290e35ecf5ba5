import type { ScreenIds } from '../places.ts'

/**
 * Returns a function that finds the newest rent increase for which this SQL condition is true, if possible at
 * the property.
 */
const findNewest =
  (condition: string): ScreenIds[string] =>
  async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `select rent_increase_request_header_id as "rentIncreaseRequestHeaderId", rent_increase_request_header_id as id, property_id as "propertyId"
       from rent_increase_request_header where ${condition}
       order by property_id = $1 desc, rent_increase_request_header_id desc limit 1`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  }

export const places: ScreenIds = {
  '/rentIncrease/RentIncrease/:propertyId/:rentIncreaseRequestHeaderId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `insert into rent_increase_request_header (property_id, status_id, submitted) values ($1, 2, now())
       returning rent_increase_request_header_id as "rentIncreaseRequestHeaderId"`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
  '/rentIncrease/ReviewWorksheet/:id': findNewest('status_id = 3'),
  '/rentIncrease/ReviewTaxCredit/:id': findNewest('status_id = 3'),
  '/rentIncrease/ReviewCashFlow/:id': findNewest('status_id = 3 and rent_increase_type_id = 2'),
}
