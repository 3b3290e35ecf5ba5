export { Banners } from './Banners.tsx'
export { MessageBell } from './MessageBell.tsx'
