// Parts that are HTML only leave no code in the browser's bundle, and so no reason for their styles
// to be in it. They stand in one file that every page shares and the browser keeps.
import '../ui/button.module.css';
import './ad-slot.module.css';
import './article-cards.module.css';
import './article-page.module.css';
import './blog-list.module.css';
import './breadcrumbs.module.css';
import './copy-diagnostics.module.css';
import './film-strip.module.css';
import './footer.module.css';
import './header.module.css';
import './home-sections.module.css';
import './language-offer.module.css';
import './layout.module.css';
import './page-copy.module.css';
import './page-frame.module.css';
import './pricing-plans.module.css';
import './prose.module.css';
import './questions.module.css';
import './ribbon.module.css';
import './sitemap-links.module.css';
import './text-page.module.css';
import './tool-cards.module.css';
import './tool-intro.module.css';
import './trust-badges.module.css';
