import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  '/NonCompliance/:nonComplianceId': async (owner, propertyId) => {
    const result = await owner.query<{ nonComplianceId: number }>(
      `insert into non_compliance (property_id, non_compliance_type_id, title, opened_on, cure_by, original_cure_by)
        values ($1, 15, 'Window lock is broken', current_date - 9, current_date + 21, current_date + 21) returning non_compliance_id as "nonComplianceId"`,
      [propertyId],
    )
    return { ...result.rows[0]!, propertyId }
  },
}
