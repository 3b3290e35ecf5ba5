import type pg from 'pg'

/**
 * Adds rows of a module's own tables to a property or its company. Every text of theirs holds `word`, which tells whose
 * they are.
 */
export type Seeder = (owner: pg.Client, at: { propertyId: number; companyId: number; word: string }) => Promise<void>

/** One per module, in the order in which they build on each other. */
export const seeders: readonly Seeder[] = []
