import { indexPage, tagPage, tags } from '../.vitepress/reference.ts';

export default {
  paths: () => [
    { params: { page: 'index' }, content: indexPage() },
    ...tags.map(({ name }) => ({ params: { page: name }, content: tagPage(name) })),
  ],
};
