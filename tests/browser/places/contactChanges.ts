import type pg from 'pg'
import type { ScreenIds } from '../places.ts'

/** Finds the newest contact change request at a property of company.user. */
async function findChangeRequest(owner: pg.Client): Promise<Record<string, number>> {
  const result = await owner.query<Record<string, number>>(
    `select contact_change_request_id as "requestId", property_id as "propertyId" from contact_change_request
      join permission using (property_id) join app_user using (user_id) where user_name = 'company.user' order by 1 desc limit 1`,
  )
  return result.rows[0] ?? {}
}

export const places: ScreenIds = {
  '/ManagementContactChangeRequest/:managementCompanyId/:ownerManagedId': async (_, propertyId) => ({
    managementCompanyId: 0,
    ownerManagedId: propertyId,
    propertyId,
  }),
  '/ContactChangeRequestReview/:requestId': findChangeRequest,
  '/ManagementContactChangeRequestReview/:requestId': findChangeRequest,
}
