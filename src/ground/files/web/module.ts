import type { WebModule } from '#kernel/web/module.ts'
import { setDocumentLabels } from './subject.ts'

export default {
  tabs: [{ on: 'lists', label: 'Document types', order: 0, load: () => import('./DocumentTypes.tsx') }],
  connect: (modules) => setDocumentLabels(Object.assign({}, ...modules.map((one) => one.documentLabels))),
} satisfies WebModule
