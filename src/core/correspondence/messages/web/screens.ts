import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'

export const screens: readonly ScreenDeclaration[] = [
  screen('/MessageManager', 'Banners', () => import('./MessageManager.tsx')),
  screen('/TaskMessengerExample', 'Task messenger', () => import('./TaskMessengerExample.tsx')),
  screen('/Messages', 'Messages', () => import('./Messages.tsx')),
]
