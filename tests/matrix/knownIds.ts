import type pg from 'pg'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'

/** Ids of existing rows by entity name. */
export type KnownIds = ReadonlyMap<string, number>

/**
 * Finds the newest row of every entity. For entities that belong to a property or a company, it is a row of
 * this property or its company.
 */
export async function loadKnownIds(
  owner: Pick<pg.Client, 'query'>,
  entities: readonly AnyEntity[],
  propertyId: number,
): Promise<KnownIds> {
  const idsByEntity = new Map<string, number>()
  for (const { name, table, key, propertyScoped, companyScoped } of entities) {
    const column = snakeCase(key)
    const conditions = [
      ...(propertyScoped ? ['property_id = $1'] : []),
      ...(companyScoped
        ? [
            'management_company_id = (select p.management_company_id from property p where p.property_id = $1)',
          ]
        : []),
    ]
    const result = await owner.query<{ id: number }>(
      `select ${column} as id from ${table} where ${conditions.join(' or ') || '$1 > 0'} order by 1 desc limit 1`,
      [propertyId],
    )
    if (result.rows[0]) idsByEntity.set(name, result.rows[0].id)
  }
  return idsByEntity
}
