import { inOrder } from '#kernel/model/slot.ts'
import { slot } from '#kernel/web/module.ts'

/** A link on the administration screen, with a sentence about the screen it leads to. */
export type AdminLink = { label: string; to: string; text: string; order: number }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** Links to the screens of this module that the agency's administrators use. */
    administered?: readonly AdminLink[]
  }
  interface TabProps {
    administration: object
  }
}

/** The links of all modules, in order. */
export const adminLinks = slot('administered', inOrder)
