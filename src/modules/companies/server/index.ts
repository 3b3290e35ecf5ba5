import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { companyByProperty, managementCompanies } from '../model/calls.ts'
import './tables.ts'

/** Everything the companies module answers. */
export const served: Served[] = [
  ...serveController(managementCompanies),
  serve(companyByProperty, async ({ db, params }) => {
    const property = await db
      .selectFrom('property')
      .select('managementCompanyId')
      .where('propertyId', '=', params.propertyId)
      .executeTakeFirst()
    if (!property) return refuse.notFound('This property')
    if (property.managementCompanyId === null) return null
    return (
      (await db
        .selectFrom('managementCompany')
        .selectAll()
        .where('managementCompanyId', '=', property.managementCompanyId)
        .executeTakeFirst()) ?? null
    )
  }),
]
