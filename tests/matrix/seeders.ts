import type pg from 'pg'

/**
 * Adds rows of a module's own tables to a property or its company. Every text of theirs holds `word`, which
 * tells whose they are.
 */
export type Seeder = (
  owner: pg.Client,
  target: { propertyId: number; companyId: number; word: string },
) => Promise<void>

const files = import.meta.glob<{ seed: Seeder }>('./seeders/*.ts', { eager: true })

/** What the files of the folder seed, one a module, in the order of their names: none builds on another. */
export const seeders: readonly Seeder[] = Object.values(files).map((file) => file.seed)
