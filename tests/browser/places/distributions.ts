import type { ScreenIds } from '../places.ts'

/** Finds the newest annual statement of the property, or inserts one. */
const findStatement: ScreenIds[string] = async (owner, propertyId) => {
  const result = await owner.query<{ id: number }>(
    `with known as (select afs_id from annual_statement where property_id = $1 order by year desc limit 1),
      begun as (insert into annual_statement (property_id, year, period_start, period_end)
        select $1, 2025, '2025-01-01', '2025-12-31' where not exists (select from known) returning afs_id)
    select afs_id as id from known union all select afs_id from begun`,
    [propertyId],
  )
  return { afsId: result.rows[0]?.id ?? 0 }
}

/** Inserts a denied distribution request of the property. */
const insertRequest: ScreenIds[string] = async (owner, propertyId) => {
  const { afsId } = await findStatement(owner, propertyId)
  const result = await owner.query<{ id: number }>(
    `insert into distribution_request (property_id, afs_id, year, status_id, submitted, decided, amount_requested, purpose, payee)
      select property_id, afs_id, year, 6, now(), now(), 1000, 'Owner distribution', 'The owner' from annual_statement where afs_id = $1
      returning distribution_request_id as id`,
    [afsId],
  )
  return { requestId: result.rows[0]?.id ?? 0 }
}

export const places: ScreenIds = {
  '/afs/review/surplus/:afsId': findStatement,
  '/afs/review/computationdistribution/:afsId': findStatement,
  '/DistributionRequest/view/:requestId': insertRequest,
  '/DistributionRequest/review/:requestId': insertRequest,
  '/DistributionRequest/review/list/:year': async () => ({ year: 2025 }),
}
