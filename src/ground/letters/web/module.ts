import type { WebModule } from '#kernel/web/module.ts'

export default {
  tabs: [
    { on: 'configuration', label: 'Signature blocks', order: 50, load: () => import('./Signers.tsx') },
    { on: 'gallery', label: 'Letter', order: 100, load: () => import('./LetterSamples.tsx') },
  ],
} satisfies WebModule
