import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'

export default {
  screens: [screen('/Exports', 'My exports', () => import('./Exports.tsx'))],
  live: ['exports'],
} satisfies WebModule
