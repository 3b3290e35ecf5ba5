export { Banners } from './Banners.tsx'
export { MessageBell } from './MessageBell.tsx'
export { TaskMessenger } from './TaskMessenger.tsx'
