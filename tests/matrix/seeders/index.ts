import type pg from 'pg'
import { seedCertification } from './certification.ts'
import { seedCompanies } from './companies.ts'
import { seedContacts } from './contacts.ts'
import { seedFiles } from './files.ts'
import { seedMessages } from './messages.ts'
import { seedReserveSuspension } from './reserveSuspension.ts'
import { seedTasks } from './tasks.ts'

/**
 * Adds rows of a module's own tables to a property or its company. Every text of theirs holds `word`, which tells whose
 * they are.
 */
export type Seeder = (owner: pg.Client, at: { propertyId: number; companyId: number; word: string }) => Promise<void>

/** One per module, in the order in which they build on each other. */
export const seeders: readonly Seeder[] = [
  seedCompanies,
  seedContacts,
  seedCertification,
  seedMessages,
  seedTasks,
  seedReserveSuspension,
  seedFiles,
]
