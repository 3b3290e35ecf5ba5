import { slot } from '#kernel/web/module.ts'

/** Every screen of the portal, so that who may open them can be explained. */
export const knownScreens = slot('screens')
