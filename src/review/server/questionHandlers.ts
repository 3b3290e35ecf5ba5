import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyDetail, Kit } from './kit.ts'
import { answerAgency, askCompany, withdrawQuestion } from './questions.ts'
import { loadReviewDetail } from './records.ts'

type Asked = AnyContext & {
  params: { id: number; questionId: number }
  body: { question: string; dueDate: string; answer?: string | null }
}

/**
 * Handlers for the agency's questions about a record and the company's answers; each returns the record after
 * the change.
 */
export function questionHandlers(kit: Kit): Record<string, (context: Asked) => Promise<AnyDetail>> {
  const loadAfter = async (context: Asked, completion: Promise<void>) => {
    await completion
    return loadReviewDetail(context, kit, context.params.id)
  }
  return {
    askCompany: (context) => loadAfter(context, askCompany(context, kit, context.params.id, context.body)),
    answerQuestion: (context) =>
      loadAfter(context, answerAgency(context, kit, context.params, context.body.answer ?? null)),
    withdrawQuestion: (context) => loadAfter(context, withdrawQuestion(context, kit, context.params)),
  }
}
