import type { ScreenIds } from '../places.ts'

/** Inserts a submitted compliance form of the property. */
const insertForm: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `insert into project_exhibit (property_id, exhibit_id, period_end, status_id, submitted)
      select $1, min(exhibit_id), '2040-12-31', 2, now() from exhibit
      on conflict (property_id, exhibit_id, period_end) do update set comments = excluded.comments returning project_exhibit_id as id`,
    [propertyId],
  )
  return { projectExhibitId: result.rows[0]?.id ?? 0, propertyId }
}

const findExhibit: ScreenIds[string] = async (owner) => {
  const result = await owner.query<{ id: number }>('select min(exhibit_id) as id from exhibit')
  return { exhibitId: result.rows[0]?.id ?? 0 }
}

/** Inserts a submitted housing priority certification of the property. */
const insertCertification: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `insert into housing_priority_certification (property_id, year, status_id, submitted) values ($1, 2040, 2, now())
      on conflict (property_id, year) do update set services = excluded.services returning housing_priority_certification_id as id`,
    [propertyId],
  )
  return { housingPriorityCertificationId: result.rows[0]?.id ?? 0, propertyId }
}

/** Inserts submitted utility allowances of the property. */
const insertAllowances: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `insert into utility_allowance (property_id, year, quarter, status_id, submitted) values ($1, 2040, 1, 2, now())
      on conflict (property_id, year, quarter) do update set comments = excluded.comments returning utility_allowance_id as id`,
    [propertyId],
  )
  return { utilityAllowanceId: result.rows[0]?.id ?? 0 }
}

export const places: ScreenIds = {
  '/complianceForms/review/:projectExhibitId': insertForm,
  '/complianceForms/:projectId/:exhibitId': findExhibit,
  '/HousingPriorityCertification/edit/:housingPriorityCertificationId': insertCertification,
  '/utilityAllowance/list/:id': async () => ({ id: 0 }),
  '/utilityAllowance/view/:projectId/:utilityAllowanceId': insertAllowances,
}
