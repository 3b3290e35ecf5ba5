import type { ScreenIds } from '../places.ts'

/** Inserts a claim under review and, for the second screen, also a submitted payment request for it. */
export const places: ScreenIds = {
  '/insuranceclaim/view/:id/:projectId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `insert into insurance_claim (property_id, status_id, submitted, date_of_loss) values ($1, 3, now(), current_date - 3)
       returning insurance_claim_id as id`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
  '/insuranceclaim/request/:insuranceRequestId': async (owner, propertyId) => {
    const result = await owner.query<Record<string, number>>(
      `with claim as (insert into insurance_claim (property_id, status_id, submitted, date_of_loss)
         values ($1, 3, now(), current_date - 3) returning *)
       insert into insurance_request (property_id, insurance_claim_id, status_id, submitted)
         select property_id, insurance_claim_id, 2, now() from claim returning insurance_request_id as "insuranceRequestId"`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
