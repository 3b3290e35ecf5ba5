import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { type FiledStep, getFiledSteps } from '../model/calls.ts'
import { readProperty } from './property.ts'

/**
 * Loads the latest steps of a module's filed records at a property that the caller may read, newest first, in
 * one statement.
 */
export type FiledSteps = (context: AnyContext, propertyId: number) => Promise<FiledStep[]>

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Loads the latest steps of the module's filed records at a property. */
    filedSteps?: FiledSteps
  }
}

const getStepLoaders = slot('filedSteps')

/** The handler that combines the latest filed steps of all modules. */
export const filedStepHandlers = [
  serve(getFiledSteps, async (context) => {
    const { propertyId } = await readProperty(context, context.params.propertyId)
    const steps: FiledStep[] = []
    for (const loadSteps of getStepLoaders()) steps.push(...(await loadSteps(context, propertyId)))
    return steps.sort((a, b) => b.at.localeCompare(a.at))
  }),
]
