import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getLetterhead, type LetterheadRow, saveLetterhead } from '../model/calls.ts'
import { getImageFault } from '../model/image.ts'

const plainLetterhead: LetterheadRow = {
  letterheadId: 0,
  layout: 'A',
  banner: null,
  signerId: null,
  attached: false,
}

/** Loads a letterhead by id. For 0 it is the present one, or the plain one if none was set. */
export async function findLetterhead(
  { db }: AnyContext,
  letterheadId: number,
): Promise<LetterheadRow | undefined> {
  const letterheads = db
    .selectFrom('letterhead')
    .select(['letterheadId', 'layout', 'banner', 'signerId', 'attached'])
  if (letterheadId !== 0) return letterheads.where('letterheadId', '=', letterheadId).executeTakeFirst()
  return (await letterheads.orderBy('letterheadId', 'desc').limit(1).executeTakeFirst()) ?? plainLetterhead
}

/** Loads the id of the letterhead for letters written now; null for the plain one. */
export async function loadPresentLetterheadId({ db }: AnyContext): Promise<number | null> {
  const { newest } = await db
    .selectFrom('letterhead')
    .select((expressionBuilder) => expressionBuilder.fn.max('letterheadId').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/** The handlers of the calls for letterheads. */
export const letterheadHandlers: Served[] = [
  serve(
    getLetterhead,
    async (context) =>
      (await findLetterhead(context, context.params.id)) ?? refuse.notFound('This letterhead'),
  ),

  serve(saveLetterhead, async (context) => {
    const { banner, signerId } = context.body
    const fault = banner && getImageFault(banner)
    if (fault) refuse.invalid([{ field: 'banner', message: `Banner: ${fault}` }])
    const signerIsValid = signerId === null || (await signerExists(context, signerId))
    if (!signerIsValid)
      refuse.invalid([{ field: 'signerId', message: 'Choose a signature block that is in use.' }])
    const { letterheadId } = await context.db
      .insertInto('letterhead')
      .values({ ...context.body, createdBy: context.actor.userId })
      .returning('letterheadId')
      .executeTakeFirstOrThrow()
    return { ...context.body, letterheadId }
  }),
]

async function signerExists({ db }: AnyContext, signerId: number): Promise<boolean> {
  const selectQueryBuilder = db
    .selectFrom('signer')
    .select('signerId')
    .where('signerId', '=', signerId)
    .where('active', '=', true)
  return (await selectQueryBuilder.executeTakeFirst()) !== undefined
}
