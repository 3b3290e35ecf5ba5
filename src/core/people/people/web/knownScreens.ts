import { slot } from '#kernel/web/module.ts'

/** Every screen of the portal, so that the rule for opening it can be explained. */
export const getAllScreens = slot('screens')
