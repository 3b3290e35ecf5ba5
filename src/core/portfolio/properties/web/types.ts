import type { Answer } from '#kernel/model/call.ts'
import type { getProjectWithInclusions } from '../model/calls.ts'

/** A property with everything that its screen shows. */
export type PropertyDetail = Answer<typeof getProjectWithInclusions>
