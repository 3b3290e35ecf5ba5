import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { getLetter, getLettersByRow, signers } from '../model/calls.ts'
import { imageFault } from '../model/image.ts'
import { letterheadHandlers } from './letterhead.ts'
import { letterLines, letterWithData, narrowTo } from './letters.ts'
import { registerHandlers } from './register.ts'

export { loadAddressee } from './addressee.ts'
export { letterheadOfToday } from './letterhead.ts'
export { loadLetters, signatureBlockFor, storeLetter } from './letters.ts'

export { loadLetterPdf } from './pdf.ts'
export { lettersToAttach } from './register.ts'

/** The handlers of all calls of the letters module. */
export const served: Served[] = [
  ...serveController(signers, {
    before: async (_, values) => {
      const fault = typeof values.image === 'string' && imageFault(values.image)
      if (fault) refuse.invalid([{ field: 'image', message: `Signature picture: ${fault}` }])
      return values
    },
  }),

  ...letterheadHandlers,
  ...registerHandlers,

  serve(getLettersByRow, async (context) => {
    const { entity, rowId } = context.params
    return letterLines(await narrowTo(context, entity), entity, rowId)
  }),

  serve(getLetter, async (context) => {
    const { entity } = await letterWithData(context, context.params.id)
    return letterWithData(await narrowTo(context, entity), context.params.id)
  }),
]
