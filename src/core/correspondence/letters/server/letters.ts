import { sql } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { mergeEntries } from '#kernel/model/slot.ts'
import { slot } from '#kernel/server/module.ts'
import { narrow } from '#kernel/server/narrow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Letter, Signer } from '../model/entities.ts'
import type { LetterData, LetterSignatureBlock } from '../model/letter.ts'

type StoredLetter = Row<typeof Letter>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The permission needed to read the letters of each kind of record, by its flow's entity. */
    letters?: Readonly<Record<string, PermissionKey>>
  }
}

/** The permissions of all modules for the letters of their kinds of records. */
export const getLetterPermissions = slot('letters', mergeEntries)

/** Narrows the context to the permission for a kind of record. Refuses with 404 if it has no letters. */
export async function narrowToLetters(context: AnyContext, entity: string): Promise<AnyContext> {
  return narrow(context, getLetterPermissions()[entity] ?? refuse.notFound('This letter'), false)
}

/** Stores a letter with the present letterhead and returns its id. Its date is the day it is stored. */
export async function storeLetter(
  context: AnyContext,
  letter: Pick<StoredLetter, 'entity' | 'rowId' | 'kind' | 'title'> &
    Partial<Pick<StoredLetter, 'propertyId' | 'managementCompanyId'>> & { data: LetterData },
): Promise<number> {
  const letterRow = await context.db
    .insertInto('letter')
    .values({
      propertyId: null,
      managementCompanyId: null,
      ...letter,
      data: sql`${JSON.stringify(letter.data)}::jsonb || jsonb_build_object('letterheadId',
        (select max(letterhead_id) from letterhead))`,
      createdBy: context.actor.userId,
    })
    .returning('letterId')
    .executeTakeFirstOrThrow()
  return letterRow.letterId
}

/**
 * Loads the letters of a record with their data, newest first, as far as they are in the scope of the call.
 */
export async function loadLetters(
  context: AnyContext,
  entity: string,
  rowId: number,
): Promise<Pick<StoredLetter, 'letterId' | 'kind' | 'title' | 'createdAt' | 'data'>[]> {
  return context.db
    .selectFrom('letter')
    .select(['letterId', 'kind', 'title', 'createdAt', 'data'])
    .where('entity', '=', entity)
    .where('rowId', '=', rowId)
    .orderBy('letterId', 'desc')
    .execute()
}

/** Loads the letters of a record without their data, newest first. */
export async function loadLetterLines(context: AnyContext, entity: string, rowId: number) {
  const matches = await selectLetters(context)
    .where('entity', '=', entity)
    .where('rowId', '=', rowId)
    .execute()
  return matches.map((item) => addLetterDate(context, item))
}

/** Loads one letter with its data. Refuses with 404 if it does not exist or is out of scope. */
export async function loadLetter(context: AnyContext, letterId: number) {
  const letter = await selectLetters(context)
    .select('data')
    .where('letterId', '=', letterId)
    .executeTakeFirst()
  return addLetterDate(context, letter ?? refuse.notFound('This letter'))
}

const selectLetters = (context: AnyContext) =>
  context.db
    .selectFrom('letter')
    .leftJoin('appUser', 'appUser.userId', 'letter.createdBy')
    .select([
      'letterId',
      'propertyId',
      'letter.managementCompanyId',
      'entity',
      'rowId',
      'kind',
      'title',
      'letter.createdAt',
    ])
    .select(sql<string | null>`nullif(trim(first_name || ' ' || last_name), '')`.as('createdByName'))
    .orderBy('letterId', 'desc')

/** Adds the date printed on the letter, in the agency's time zone. */
const addLetterDate = <L extends { createdAt: string }>(
  context: AnyContext,
  letter: L,
): L & { letterDate: string } => ({
  ...letter,
  letterDate: agencyDay(letter.createdAt, context.services.config.agencyZone),
})

/**
 * Loads the signature block of a user (LET-37), or that of the letterhead's signer for users without one.
 * Null if there is neither.
 */
export async function loadSignatureBlock(
  context: AnyContext,
  userId: number,
): Promise<LetterSignatureBlock | null> {
  const result = await sql<Row<typeof Signer>>`
    select * from signer where active and (user_id = ${userId}
      or signer_id = (select signer_id from letterhead order by letterhead_id desc limit 1))
    order by user_id is distinct from ${userId}, signer_id desc limit 1`.execute(context.db)
  const signer = result.rows[0]
  return signer
    ? {
        Image: signer.image,
        Name: signer.name,
        Title: signer.title,
        Department: signer.department,
        PhoneNumber: signer.phoneNumber,
        EndLine: signer.endLine,
      }
    : null
}
