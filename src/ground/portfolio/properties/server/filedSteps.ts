import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { type FiledStep, getFiledSteps } from '../model/calls.ts'
import { readProperty } from './property.ts'

/**
 * Loads the latest steps of a module's filed records at a property, newest first, as far as the caller may
 * read them: one statement.
 */
export type FiledSteps = (context: AnyContext, propertyId: number) => Promise<FiledStep[]>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The latest steps of records filed at a property. */
    filedSteps?: FiledSteps
  }
}

const sources = slot('filedSteps')

export const filedStepHandlers = [
  serve(getFiledSteps, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const steps: FiledStep[] = []
    for (const loadSteps of sources()) steps.push(...(await loadSteps(context, propertyId)))
    return steps.sort((a, b) => b.at.localeCompare(a.at))
  }),
]
