import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyDetail, Kit } from './kit.ts'
import { answerAgency, askCompany, withdrawQuestion } from './questions.ts'
import { loadReviewDetail } from './records.ts'

type QuestionCallContext = AnyContext & {
  params: { id: number; questionId: number }
  body: { question: string; dueDate: string; answer?: string | null }
}

/**
 * Builds the handlers for the agency's questions about a record and the company's answers. Each returns the
 * record after the change.
 */
export function questionHandlers(
  kit: Kit,
): Record<string, (context: QuestionCallContext) => Promise<AnyDetail>> {
  const loadDetailAfter = async (context: QuestionCallContext, change: Promise<void>) => {
    await change
    return loadReviewDetail(context, kit, context.params.id)
  }
  return {
    askCompany: (context) =>
      loadDetailAfter(context, askCompany(context, kit, context.params.id, context.body)),
    answerQuestion: (context) =>
      loadDetailAfter(context, answerAgency(context, kit, context.params, context.body.answer ?? null)),
    withdrawQuestion: (context) => loadDetailAfter(context, withdrawQuestion(context, kit, context.params)),
  }
}
