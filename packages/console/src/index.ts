export { consoleHandler, type ConsoleOptions, type ConsolePlatform } from './console-handler.ts'
