/** Of the heading on top of a page, which names the page's table as well. */
export const pageTitleId = 'page-title';
