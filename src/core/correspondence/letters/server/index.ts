import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { getLetter, getLettersByRow, signers } from '../model/calls.ts'
import { getImageFault } from '../model/image.ts'
import { letterheadHandlers } from './letterhead.ts'
import { loadLetter, loadLetterLines, narrowToLetters } from './letters.ts'
import { registerHandlers } from './register.ts'

export { loadAddressee } from './addressee.ts'
export { loadPresentLetterheadId } from './letterhead.ts'
export { loadLetters, loadSignatureBlock, storeLetter } from './letters.ts'

export { createPdfInThread } from './pdf.ts'
export { createDecisionAttachments } from './register.ts'

/** The handlers of all calls of the letters module. */
export const served: Served[] = [
  ...serveController(signers, {
    before: async (_, values) => {
      const fault = typeof values.image === 'string' && getImageFault(values.image)
      if (fault) refuse.invalid([{ field: 'image', message: `Signature picture: ${fault}` }])
      return values
    },
  }),

  ...letterheadHandlers,
  ...registerHandlers,

  serve(getLettersByRow, async (context) => {
    const { entity, rowId } = context.params
    return loadLetterLines(await narrowToLetters(context, entity), entity, rowId)
  }),

  serve(getLetter, async (context) => {
    const { entity } = await loadLetter(context, context.params.id)
    return loadLetter(await narrowToLetters(context, entity), context.params.id)
  }),
]
