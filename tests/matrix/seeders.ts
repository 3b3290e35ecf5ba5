import type pg from 'pg'

/**
 * Adds rows of a module's own tables to a property or its company. Every text contains `marker`, which shows
 * to whom the row belongs.
 */
export type Seeder = (
  owner: pg.Client,
  target: { propertyId: number; companyId: number; marker: string },
) => Promise<void>

const files = import.meta.glob<{ seed: Seeder }>('./seeders/*.ts', { eager: true })

/**
 * The seeders of all modules, one in each file of the folder, in the order of file names. None depends on
 * another.
 */
export const seeders: readonly Seeder[] = Object.values(files).map((file) => file.seed)
